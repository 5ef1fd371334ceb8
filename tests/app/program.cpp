// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace resched::test {

namespace {

std::string contentOf(int file)
{
    std::string content;
    lseek(file, 0, SEEK_SET);
    char block[4096];
    for (ssize_t n = read(file, block, sizeof block); n > 0; n = read(file, block, sizeof block)) {
        content.append(block, static_cast<std::size_t>(n));
    }
    return content;
}

int temporaryFile()
{
    std::string path = testing::TempDir() + "resched-XXXXXX";
    const int file = mkstemp(path.data());
    EXPECT_GE(file, 0);
    unlink(path.c_str());
    return file;
}

constexpr unsigned kTimeLimit = 60;  // s

[[noreturn]] void become(const std::vector<std::string>& arguments, int out, int err)
{
    alarm(kTimeLimit);  // ends a program that hangs: exit code 142
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) unsetenv(name);
    std::vector<char*> argv;
    std::string program = RESCHED_PROGRAM;
    argv.push_back(program.data());
    std::vector<std::string> copies = arguments;
    for (std::string& argument : copies) argv.push_back(argument.data());
    argv.push_back(nullptr);
    execv(program.c_str(), argv.data());
    _exit(127);
}

}  // namespace

std::string ownFolder()
{
    const auto folder =
        std::filesystem::path(testing::TempDir()) / ("resched-app-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    return folder.string() + '/';
}

Outcome resched(const std::vector<std::string>& arguments)
{
    const int out = temporaryFile();
    const int err = temporaryFile();
    const pid_t child = fork();
    if (child == 0) become(arguments, out, err);
    int status = 0;
    waitpid(child, &status, 0);
    Outcome outcome;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome.out = contentOf(out);
    outcome.err = contentOf(err);
    close(out);
    close(err);
    return outcome;
}

}  // namespace resched::test
